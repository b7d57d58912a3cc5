/** 'undo' reverts the last change; 'redo' makes the last reverted change again. */
export type UndoStep = 'undo' | 'redo';

/** Changes to undo and to redo, the latest last. */
export interface UndoStack<Made> {
	readonly done: readonly Made[];
	readonly undone: readonly Made[];
}

export const emptyUndoStack: UndoStack<never> = { done: [], undone: [] };

const MAX_UNDO_STEPS = 20;

/** Returns the next change to undo or redo. */
export function nextFor<Made>(steps: UndoStack<Made>, step: UndoStep): Made | undefined {
	return (step === 'undo' ? steps.done : steps.undone).at(-1);
}

/** Removes the change of a step that starts. Its completed part moves to the other stack. */
export function beginStep<Made>({ done, undone }: UndoStack<Made>, step: UndoStep): UndoStack<Made> {
	return step === 'undo' ? { done: done.slice(0, -1), undone } : { done, undone: undone.slice(0, -1) };
}

/** Records a completed change. A change outside undo and redo clears the redo stack. */
export function endStep<Made>(
	steps: UndoStack<Made>,
	made: Made,
	step: UndoStep | undefined,
): UndoStack<Made> {
	if (step === 'undo') return { ...steps, undone: [...steps.undone, made].slice(-MAX_UNDO_STEPS) };
	const done = [...steps.done, made].slice(-MAX_UNDO_STEPS);
	return { done, undone: step === 'redo' ? steps.undone : [] };
}

/** Restores the failed part of a step, so that the step can be repeated. */
export function putBack<Made>(
	{ done, undone }: UndoStack<Made>,
	left: Made,
	step: UndoStep,
): UndoStack<Made> {
	return step === 'undo'
		? { done: [...done, left].slice(-MAX_UNDO_STEPS), undone }
		: { done, undone: [...undone, left].slice(-MAX_UNDO_STEPS) };
}
