// `npm start`: the command line, ended together with npm.
// npm forwards SIGTERM only to the shell between npm and this process. That shell ends without forwarding it, so the
// server would go on alone. Hence: when the parent process changes, this process sends SIGTERM to itself.
// On Windows `process.ppid` never changes: nothing happens there.
const CHECK_MS = 500;
const parent = process.ppid;

const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, CHECK_MS);
timer.unref();

await import("./ubersim.js");
