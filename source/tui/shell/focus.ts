import type { State } from '../../state/core/state.ts';
import type { DialogKind, DialogKinds } from '../../state/surfaces/dialogs.ts';
import type { SurfaceField, SurfaceList } from '../surfaces/surface.ts';
import { surfaceOf } from './dialogs.ts';
import { listBeneath } from './pane-focus.ts';

/** Returns the list that movement keys act on: of the top dialog, of the focused details, or of the pane. */
export function focusedList(state: State): SurfaceList | undefined {
	const top = state.dialogs.at(-1);
	return top ? dialogList(top.kind, top, state) : listBeneath(state);
}

/** Returns the text field of the top dialog. */
export function focusedField(state: State): SurfaceField | undefined {
	const top = state.dialogs.at(-1);
	return top && dialogField(top.kind, top);
}

/** `kind` is that of the dialog; it ties the dialog's data to its declaration. */
function dialogList<Kind extends DialogKind>(
	kind: Kind,
	dialog: DialogKinds[Kind],
	state: State,
): SurfaceList | undefined {
	const { list } = surfaceOf(kind);
	if (list === 'beneath') return listBeneath(state);
	return (
		list && {
			positions: (now, measure) => list.positions(dialog, now, measure),
			move: (now, rows, measure) => list.move(dialog, now, rows, measure),
		}
	);
}

function dialogField<Kind extends DialogKind>(
	kind: Kind,
	dialog: DialogKinds[Kind],
): SurfaceField | undefined {
	const { field } = surfaceOf(kind);
	if (!field) return undefined;
	const { edit, refusal } = field;
	return {
		edit: (state, change) => edit(dialog, state, change),
		refusal: refusal?.(dialog),
	};
}
