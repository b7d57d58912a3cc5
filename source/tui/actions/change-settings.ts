import type { FormerSettings } from '../../protocol/repair/former-settings.ts';
import type { UndoStep } from '../../state/batch/undo-stack.ts';
import type { CommandContext } from '../surfaces/command.ts';

/** Keeps the settings before a change. */
export type Keep = (former: FormerSettings) => void;

/** Sends a change of settings of 8.x, and makes it undoable, also if it failed after it was sent. */
export async function withUndo<Answer>(
	send: (keep: Keep) => Promise<Answer>,
	doing: string,
	{ dispatch }: Pick<CommandContext, 'dispatch'>,
	step?: UndoStep,
): Promise<Answer> {
	let settings: FormerSettings | undefined;
	try {
		return await send((former) => {
			settings = former;
		});
	} finally {
		if (settings) {
			const made = { doing, reversals: [], settings };
			dispatch({ type: 'batch', what: { type: 'settings-changed', made, step } });
		}
	}
}
