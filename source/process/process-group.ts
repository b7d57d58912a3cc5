import { type ChildProcess, spawn } from 'node:child_process';

/** Time for output that is still in the pipes when a program has ended. */
const PIPE_TIMEOUT_MS = 1_000;

/**
 * Starts a program without a shell. It leads a process group of its own, so that its children end with it. Throws, or
 * emits 'error', if it cannot be started.
 */
export function spawnGroup(
	[program = '', ...parameters]: readonly string[],
	stdin: 'ignore' | 'pipe',
	env: NodeJS.ProcessEnv,
): ChildProcess {
	return spawn(program, parameters, {
		shell: false,
		detached: true,
		stdio: [stdin, 'pipe', 'pipe'],
		cwd: '/',
		env,
	});
}

/** Sends a signal to the process group of a program. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// It has ended.
	}
}

/** Kills the process group of a program and closes its pipes, which a process that left the group may keep open. */
export function killGroup(child: ChildProcess): void {
	signalGroup(child, 'SIGKILL');
	child.stdout?.destroy();
	child.stderr?.destroy();
}

/** Kills the process group of a program that has ended, some time later: a process of it may keep the pipes open. */
export function killGroupLater(child: ChildProcess): NodeJS.Timeout {
	return setTimeout(() => killGroup(child), PIPE_TIMEOUT_MS);
}
