/** 'undo' takes the last change back, 'redo' makes the one anew that was taken back last. */
export type Step = 'undo' | 'redo';

/** Changes that can be taken back, and those that were: the last ones last. */
export interface Steps<Made> {
	readonly done: readonly Made[];
	readonly undone: readonly Made[];
}

export const noSteps: Steps<never> = { done: [], undone: [] };

/** So many changes can be taken back. */
const mostSteps = 20;

/** The change that a step is about. */
export function nextFor<Made>(steps: Steps<Made>, step: Step): Made | undefined {
	return (step === 'undo' ? steps.done : steps.undone).at(-1);
}

/** A step has begun: what it is about is taken off, and comes back on the other side as far as it works. */
export function beginStep<Made>({ done, undone }: Steps<Made>, step: Step): Steps<Made> {
	return step === 'undo' ? { done: done.slice(0, -1), undone } : { done, undone: undone.slice(0, -1) };
}

/** A change was made. One that is no step ends what could be done anew. */
export function endStep<Made>(steps: Steps<Made>, made: Made, step: Step | undefined): Steps<Made> {
	if (step === 'undo') return { ...steps, undone: [...steps.undone, made].slice(-mostSteps) };
	const done = [...steps.done, made].slice(-mostSteps);
	return { done, undone: step === 'redo' ? steps.undone : [] };
}

/** A step could not be made, or not all of it: what is left of it is the next one of its kind. */
export function putBack<Made>({ done, undone }: Steps<Made>, left: Made, step: Step): Steps<Made> {
	return step === 'undo'
		? { done: [...done, left].slice(-mostSteps), undone }
		: { done, undone: [...undone, left].slice(-mostSteps) };
}
