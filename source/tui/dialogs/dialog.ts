import type { ReactNode } from 'react';
import type { Dialog, DialogKind } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import type { Theme } from '../theme/theme.ts';

export interface DialogProps<Kind extends DialogKind = DialogKind> {
	readonly dialog: Extract<Dialog, { kind: Kind }>;
	readonly state: State;
	readonly theme: Theme;
	/** The screen, cells. */
	readonly width: number;
	readonly height: number;
}

export type DialogComponent<Kind extends DialogKind> = (props: DialogProps<Kind>) => ReactNode;
