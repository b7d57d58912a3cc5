import { addFields } from '../../state/adding/adding.ts';
import type { CommandContext } from '../command.ts';
import type { Target } from '../terminal/targets.ts';

type Field = Extract<Target, { kind: 'field' }>;

/** A field that is pointed at gets the keys; what is listed for it is chosen, and what has no more than on and off turns. */
export function pointAtField({ field, index }: Field, { state, dispatch }: CommandContext): void {
	const top = state.dialogs.at(-1);
	if (top?.kind === 'limits' && top.field !== field) dispatch({ type: 'switch-field' });
	if (top?.kind !== 'add') return;
	const wanted = addFields.find((one) => one === field);
	if (!wanted) return;
	if (wanted !== top.field) dispatch({ type: 'adding', what: { type: 'field', field: wanted } });
	else if (wanted === 'safe-seeding' || wanted === 'stopped') dispatch({ type: 'type-text', text: ' ' });
	if (index === undefined) return;
	// Where the cursor is now nobody needs to know: what is before the first is always where it is.
	dispatch({ type: 'move', rows: Number.NEGATIVE_INFINITY });
	dispatch({ type: 'move', rows: wanted === 'destination' ? index + 1 : index });
	if (wanted === 'destination') dispatch({ type: 'adding', what: { type: 'accept' } });
}
