/** Loaded before a measured program: tells the measuring process how much memory this one holds. */
process.on('message', () => process.send!(process.memoryUsage().rss));
process.channel!.unref(); // being measured must not keep the program alive
