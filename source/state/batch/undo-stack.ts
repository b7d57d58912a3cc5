/** 'undo' takes the last change back, 'redo' makes the one anew that was taken back last. */
export type UndoStep = 'undo' | 'redo';

/** Changes that can be taken back, and those that were: the last ones last. */
export interface UndoStack<Made> {
	readonly done: readonly Made[];
	readonly undone: readonly Made[];
}

export const emptyUndoStack: UndoStack<never> = { done: [], undone: [] };

/** So many changes can be taken back. */
const MAX_UNDO_STEPS = 20;

/** The change that a step is about. */
export function nextFor<Made>(steps: UndoStack<Made>, step: UndoStep): Made | undefined {
	return (step === 'undo' ? steps.done : steps.undone).at(-1);
}

/** A step has begun: what it is about is taken off, and comes back on the other side as far as it works. */
export function beginStep<Made>({ done, undone }: UndoStack<Made>, step: UndoStep): UndoStack<Made> {
	return step === 'undo' ? { done: done.slice(0, -1), undone } : { done, undone: undone.slice(0, -1) };
}

/** A change was made. One that is no step ends what could be done anew. */
export function endStep<Made>(
	steps: UndoStack<Made>,
	made: Made,
	step: UndoStep | undefined,
): UndoStack<Made> {
	if (step === 'undo') return { ...steps, undone: [...steps.undone, made].slice(-MAX_UNDO_STEPS) };
	const done = [...steps.done, made].slice(-MAX_UNDO_STEPS);
	return { done, undone: step === 'redo' ? steps.undone : [] };
}

/** A step could not be made, or not all of it: what is left of it is the next one of its kind. */
export function putBack<Made>(
	{ done, undone }: UndoStack<Made>,
	left: Made,
	step: UndoStep,
): UndoStack<Made> {
	return step === 'undo'
		? { done: [...done, left].slice(-MAX_UNDO_STEPS), undone }
		: { done, undone: [...undone, left].slice(-MAX_UNDO_STEPS) };
}
