import type { ReactNode } from 'react';
import type { DialogKind } from '../../state/surfaces/dialogs.ts';
import type { DialogProps } from '../dialogs/dialog.ts';
import { surfaceOf } from './dialogs.ts';

/** Draws one dialog of the stack. */
export function OpenDialog(props: DialogProps): ReactNode {
	return drawDialog(props.dialog.kind, props);
}

/** `kind` is that of the dialog; it ties the dialog's data to its view. */
function drawDialog<Kind extends DialogKind>(kind: Kind, props: DialogProps<Kind>): ReactNode {
	const View = surfaceOf(kind).view;
	return View ? <View {...props} /> : null;
}
