import { addFields } from '../../../state/adding/adding.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import type { Target } from '../../terminal/targets.ts';

type FieldTarget = Extract<Target, { kind: 'field' }>;

/** Focuses the clicked field, chooses the clicked suggestion, or toggles a clicked switch that has the focus. */
export function pointAtAddField({ field, index }: FieldTarget, { state, dispatch }: CommandContext): void {
	const top = topDialogOf(state, 'add');
	if (!top) return;
	const wanted = addFields.find((one) => one === field);
	if (!wanted) return;
	if (wanted !== top.field) dispatch({ type: 'adding', what: { type: 'field', field: wanted } });
	else if (wanted === 'safe-seeding' || wanted === 'use-files' || wanted === 'stopped')
		dispatch({ type: 'type-text', text: ' ' });
	if (index === undefined) return;
	// The first row has a known position; the current one may have none.
	dispatch({ type: 'move', rows: Number.NEGATIVE_INFINITY });
	dispatch({ type: 'move', rows: wanted === 'destination' ? index + 1 : index });
	if (wanted === 'destination') dispatch({ type: 'adding', what: { type: 'accept' } });
}
