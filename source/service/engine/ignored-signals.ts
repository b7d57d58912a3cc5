// A terminal, `timeout` and systemd send these to the whole process group. Only the service ends its engine: by a
// 'close' call, or by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
