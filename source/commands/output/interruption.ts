import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs an endless action until a signal. The first signal aborts `use` and sets the shell's exit code (130 for
 * ctrl-c). The second one exits at once.
 */
export async function interruptible(
	use: (signal: AbortSignal) => Promise<number | undefined>,
): Promise<number | undefined> {
	const ended = new AbortController();
	let code: number | undefined;
	const onSignal = (signal: NodeJS.Signals) => {
		if (code !== undefined) process.exit(code);
		code = 128 + constants.signals[signal];
		ended.abort();
	};
	for (const signal of signals) process.on(signal, onSignal);
	try {
		const outcome = await use(ended.signal);
		return code ?? outcome;
	} catch (error) {
		if (code !== undefined) return code;
		throw error;
	} finally {
		for (const signal of signals) process.off(signal, onSignal);
	}
}
