let keep: (() => void) | undefined;

/** Sets the function that saves the compiled code of the running program. */
export function keepCodeWith(save: () => void): void {
	keep = save;
}

/** Saves the compiled code once. Called at the end of a session that ran most of the functions of the next one. */
export function keepCode(): void {
	keep?.();
	keep = undefined;
}
