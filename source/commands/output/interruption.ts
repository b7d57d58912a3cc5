import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs what goes on until somebody ends it: the first signal aborts `use`, whose end is then the end of the command,
 * with the exit code that shells give it (130 for ctrl-c); a second one does not wait.
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
