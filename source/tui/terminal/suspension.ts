/** Timeout of a stop signal, ms. An ignored one (no job control) must not leave the cockpit paused. */
const STOP_TIMEOUT_MS = 200;

/**
 * Stops the whole process group, as ctrl-z does. Calls `resume` once when the process continues or was not stopped at
 * all. The caller gives the terminal back before.
 */
export function stopGroup(resume: () => void): void {
	const others = process.listeners('SIGTSTP');
	let resumed = false;
	const once = () => {
		if (resumed) return;
		resumed = true;
		clearTimeout(timer);
		process.off('SIGCONT', once);
		for (const listener of others) process.on('SIGTSTP', listener);
		resume();
	};
	const timer = setTimeout(once, STOP_TIMEOUT_MS);
	process.on('SIGCONT', once);
	// With a listener the signal would not stop the process.
	process.removeAllListeners('SIGTSTP');
	process.kill(0, 'SIGTSTP');
}
