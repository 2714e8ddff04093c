/**
 * Preloaded into programs that are not ours (`node --import`): ends the process when the one that started it is gone, however that ended.
 * The channel to the parent is closed by the kernel.
 */
const GRACE_MS = 5000;

process.on("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
});
