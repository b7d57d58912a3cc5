/** How long a stop signal may take; one that was ignored (no job control) must not leave us stopped for ever. */
const stopTime = 200;

/**
 * Stops the whole process group, as ctrl-z does, and calls `resume` once when the process goes on (or was not
 * stopped at all). The caller gives the terminal back before.
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
	const timer = setTimeout(once, stopTime);
	process.on('SIGCONT', once);
	// With a listener the signal would not stop us.
	process.removeAllListeners('SIGTSTP');
	process.kill(0, 'SIGTSTP');
}
