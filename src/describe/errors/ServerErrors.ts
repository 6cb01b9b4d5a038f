// Errors of the server and the command line: controllers, plug-ins, files to write, ports, the GPU renderer.

import type { ErrorRow } from "./ErrorRow.js";

export const SERVER_ERRORS = {
  CONTROLLER_FAILED: {
    what: "the controller of a robot failed",
    allowed: "a module whose default export is an async function that drives the robot",
    advice: "Correct the controller's module.",
  },
  PLUGIN_REFUSED: {
    what: "the plug-in cannot be used",
    allowed: "a module whose default export is a function that registers devices and robot types",
    advice: "Correct the plug-in; docs/extending.md has an example that works.",
  },
  PLUGIN_FAILED: {
    what: "a plug-in failed",
    allowed: "a plug-in that throws only SimErrors, only where it may refuse input, and returns valid values",
    advice: "Correct the plug-in; the log of the server has the stack, or the value that was returned.",
  },
  PLUGIN_HANGS: {
    what: "a plug-in or a controller does not return",
    allowed: "calls that return within the time of --watchdog",
    advice: "Remove the endless loop; --watchdog off allows a debugger to stop the program.",
  },
  SERVER_HANGS: {
    what: "the server itself does not continue",
    allowed: "work that returns within six times the time of --watchdog",
    advice: "Start it again without the last robot that joined; --watchdog off waits for ever.",
  },
  FILES_EXHAUSTED: {
    what: "the process may not open more files and connections",
    allowed: "at least 256 open files for a server",
    advice: "Raise the limit before the start: `ulimit -n 4096`.",
  },
  RECORD_BROKEN: {
    what: "the recording or snapshot cannot be read",
    allowed: "a file that ÜberSim has written",
    advice: "Take another copy of the file: this one is damaged, or of another program.",
  },
  RECORD_FOREIGN: {
    what: "the recording cannot be repeated here",
    allowed: "the version and the plug-ins with which it was made",
    advice: "Use the version of ÜberSim and the plug-ins that the message names.",
  },
  FILE_UNWRITABLE: {
    what: "the file cannot be written",
    allowed: "a path in an existing directory with write permission",
    advice: "Check the path and the permissions of the directory.",
  },
  FILE_EXISTS: {
    what: "the file exists already, and a recording replaces no file",
    allowed: "the name of a new file",
    advice: "Choose another name, or move the old file away.",
  },
  RECORDING_ENDED: {
    what: "the recording has ended early; the run goes on",
    allowed: "a disk with free space that is fast enough",
    advice: "Free space, or record less with --record-only; the file can be read up to here.",
  },
  REFERENCE_UNREADABLE: {
    what: "the file of a measured trajectory cannot be read",
    allowed: "CSV with a header and rows of numbers in ascending time, or a recording",
    advice: "Correct the file; docs/how-to/compare-with-reality.md shows one.",
  },
  RECORDING_UNREADABLE: {
    what: "the file is not a recording that can be read",
    allowed: "an MCAP file",
    advice: "Check the name of the file; `ubersim info FILE` shows what is in a recording.",
  },
  SIGNAL_UNKNOWN: {
    what: "nothing in the recording has this name",
    allowed: "a name or pattern that `ubersim info FILE --signals` lists",
    advice: "List the signals; * stands for any characters.",
  },
  SERVER_MISSING: {
    what: "no simulator answers at this address",
    allowed: "the address of a running simulator",
    advice: "Start one with `ubersim run`, or give its address with --host and --http.",
  },
  PORT_UNAVAILABLE: {
    what: "the port cannot be opened",
    allowed: "a free port of this machine",
    advice: "Stop the other program, or choose another port.",
  },
  INTERFACE_UNKNOWN: {
    what: "this machine has no such network interface",
    allowed: "the name or the IPv4 address of an interface",
    advice: "Choose one of the allowed interfaces, or leave --ssl-interface out.",
  },
  RENDERER_MISSING: {
    what: "the packages of the GPU renderer cannot be loaded",
    allowed: "the packages three and webgpu, installed where the server starts",
    advice: "Run `npm install three webgpu` there, or use --renderer cpu.",
  },
  NO_ADAPTER: {
    what: "WebGPU finds no usable graphics card",
    allowed: "a graphics card with a driver for Vulkan, Metal or Direct3D 12",
    advice: "Install the driver of the card (docs/cameras.md), or use --renderer cpu.",
  },
} as const satisfies Record<string, ErrorRow>;
