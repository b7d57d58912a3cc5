import { lineText } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import { type Command, obstacle } from '../../command.ts';

/** Those of the commands whose titles or keys have all words that were typed; what can be done comes first. */
export function findCommands(commands: readonly Command[], state: State): readonly Command[] {
	const top = state.dialogs.at(-1);
	const typed = top?.kind === 'palette' ? lineText(top.line) : '';
	const words = typed.toLowerCase().split(/\s+/);
	const found = commands.filter(({ title, keys }) => {
		const text = `${title} ${keys.join(' ')}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
	const beneath: State = { ...state, dialogs: [] };
	return found.toSorted(
		(one, other) =>
			Number(obstacle(one, beneath) !== undefined) - Number(obstacle(other, beneath) !== undefined),
	);
}
