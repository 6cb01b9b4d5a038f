// The terminal of `ubersim run` as a user has it: a real pseudo-terminal, one key after the other, Tab completes.

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isThere, run } from "./clients/Programs.js";

const BIN = fileURLToPath(new URL("../bin/ubersim.js", import.meta.url));

/** Types each argument as one keystroke, waits for the expected output after each, and prints all output. */
const TYPIST = `
import array, fcntl, json, os, pty, re, select, sys, termios, time
program, strokes = sys.argv[1:3], json.loads(sys.argv[3])
os.environ["TERM"] = "xterm"
screen, keyboard = pty.openpty()
pid = os.fork()
if pid == 0:
    os.setsid()
    fcntl.ioctl(keyboard, termios.TIOCSCTTY, 0)
    for fd in (0, 1, 2): os.dup2(keyboard, fd)
    os.execvp(program[0], program + ["run", "segway-yard", "--port", "0", "--http", "off"])
shown = ""
def wait(text):
    global shown
    end, begin = time.time() + 30, len(shown)
    while text not in shown[begin:] and time.time() < end:
        if not select.select([screen], [], [], 0.1)[0]: continue
        try: shown += re.sub("\\x1b\\\\[[0-9;]*[A-Za-z]", "", os.read(screen, 65536).decode(errors="replace"))
        except OSError: break
wait("clients > ")
def waits():
    count = array.array("i", [0])
    fcntl.ioctl(keyboard, termios.FIONREAD, count)
    return count[0] > 0
for keys, then in strokes:
    os.write(screen, keys.encode())
    wait(then)
    # a Tab that is read together with the next one is text, not a completion
    while waits(): time.sleep(0.01)
print(shown)
os.kill(pid, 9)
`;

const STROKES: readonly (readonly [string, string])[] = [
  ["pau", "> pau"],
  ["\t", "> pause "],
  ["\r", "paused at"],
  ["push gol", "> push gol"],
  ["\t", "> push Golf-Ball "],
  ["0 0 0.1\r", 'pushed "Golf-Ball/Body"'],
  ["light S", "> light S"],
  ["\t", "> light S"],
  ["\t", "Sun"],
  ["\u0015quit\r", "stopped at"],
];

test.skipIf(!isThere("python3"))("[E4] Tab completes verbs and the names of existing entities", async () => {
  const { out } = await run("python3", ["-c", TYPIST, process.execPath, BIN, JSON.stringify(STROKES)]);
  let at = 0;
  for (const [, then] of STROKES) {
    const found = out.indexOf(then, at);
    expect(found, `${then} in ${out.slice(-600)}`).toBeGreaterThanOrEqual(at);
    at = found + then.length;
  }
  expect(out).toMatch(/Sky\s+Sun/);
});
