/** Loaded before a measured program: tells the measuring process how much memory this one holds, and ends with it. */
process.on('message', () => process.send!(process.memoryUsage().rss));
process.on('disconnect', () => process.exit());
process.channel!.unref(); // being measured must not keep the program alive
