/**
 * Preloaded into programs that are not ours (`node --import`): says that the process lives, keeps what the one that started it tells, and ends
 * the process when that one is gone, however it ended. The channel to it is closed by the kernel.
 */
const GRACE_MS = 5000;
const SIGN_EVERY_MS = 5000;

function giveSign(): void {
  if (process.connected) process.send?.({ type: "alive" });
}
giveSign();
setInterval(giveSign, SIGN_EVERY_MS).unref();

process.on("message", (message: unknown) => Object.assign(globalThis, { bergwatchNotes: message }));
process.on("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
});
