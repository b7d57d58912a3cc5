const REFUSE_SIGNAL = '--disable-sigusr1';

/**
 * Returns options for node that keep SIGUSR1 from opening the inspector, also while the process starts. Node 20 has
 * none. With the option, the process does not notice the signal at all.
 */
export function inspectorOptions(): readonly string[] {
	return process.allowedNodeEnvironmentFlags.has(REFUSE_SIGNAL) ? [REFUSE_SIGNAL] : [];
}
