import type { ReactNode } from 'react';
import type { KeyBindings } from '../../state/core/keys.ts';
import type { AnyQuery } from '../../state/core/query-declaration.ts';
import type { State } from '../../state/core/state.ts';
import { replaceTop } from '../../state/dialogs/open-dialogs.ts';
import type { DialogKind, DialogKinds } from '../../state/surfaces/dialogs.ts';
import type { LineEdit } from '../../state/surfaces/line-edit.ts';
import type { Command, CommandContext } from '../surfaces/command.ts';
import { clampPosition, type Measure, scrollPositions } from '../surfaces/surface.ts';
import type { Target } from '../terminal/targets.ts';
import type { Theme } from '../theme/theme.ts';

export interface DialogProps<Kind extends DialogKind = DialogKind> {
	readonly dialog: DialogKinds[Kind];
	readonly state: State;
	readonly theme: Theme;
	/** Size of the screen, cells. */
	readonly width: number;
	readonly height: number;
	/** Keys of commands that differ from their declaration. */
	readonly keys?: KeyBindings;
}

/**
 * Words of a dialog for the screen reader interface, in place of those that its view states. Its line and its answers
 * (commands with a hint) are spoken too.
 */
export interface SpokenDialog<Kind extends DialogKind> {
	readonly title: (dialog: DialogKinds[Kind], state: State) => string;
	/** Spoken once, when the dialog opens. Sanitized. */
	readonly body?: (dialog: DialogKinds[Kind], state: State) => readonly string[];
	/** The choice under the cursor, spoken when it changes. Sanitized. */
	readonly choice?: (dialog: DialogKinds[Kind], state: State) => string;
}

/** A list in a dialog; see SurfaceList. */
interface DialogList<Kind extends DialogKind> {
	readonly positions: (dialog: DialogKinds[Kind], state: State, measure: Measure) => number;
	readonly move: (dialog: DialogKinds[Kind], state: State, rows: number, measure: Measure) => State;
}

/** A line of a dialog; see SurfaceField. */
interface DialogField<Kind extends DialogKind> {
	readonly edit: (dialog: DialogKinds[Kind], state: State, edit: (line: LineEdit) => LineEdit) => State;
	readonly refusal?: (dialog: DialogKinds[Kind]) => string | undefined;
}

/** Everything about one kind of dialog. Keyboard, mouse, help, documentation and screen reader read it. */
export interface DialogSurface<Kind extends DialogKind> {
	readonly kind: Kind;
	/** Title of its keys in the documentation. */
	readonly title: string;
	/** Commands of the scope `kind`. */
	readonly commands: readonly Command[];
	/** Whether its view shows the keys of these commands, so that the footer does not repeat them. */
	readonly showsKeys?: true;
	/** The list of the movement keys: its own, or that of the pane below. */
	readonly list?: DialogList<Kind> | 'beneath';
	/** Its text field. Its data then has a `line`. */
	readonly field?: DialogField<Kind>;
	/** Its queries while it is on top. */
	readonly queries?: readonly AnyQuery[];
	/** Handles a paste; if absent, the text is typed into the field. */
	readonly paste?: (text: string, context: CommandContext) => void;
	/** Whether the line is edited in the footer, and the mouse can reach the pane. */
	readonly inFooter?: true;
	/** Handles a click on a field. */
	readonly point?: (target: Extract<Target, { kind: 'field' }>, context: CommandContext) => void;
	/**
	 * Its components. If absent, only the footer shows the dialog. Without `spoken` the screen reader interface calls it
	 * too, so it uses no hooks.
	 */
	readonly view?: (props: DialogProps<Kind>) => ReactNode;
	/** Its words, if they differ from those of the view. */
	readonly spoken?: SpokenDialog<Kind>;
}

export type KindsWith<Data> = {
	[Kind in DialogKind]: DialogKinds[Kind] extends Data ? Kind : never;
}[DialogKind];

/** Returns a list whose data holds the index of the chosen entry; `count` returns its length. */
export function chosenList<Kind extends KindsWith<{ chosen: number }>>(
	count: (dialog: DialogKinds[Kind], state: State) => number,
): DialogList<Kind> {
	return {
		positions: count,
		move: (dialog, state, rows) =>
			replaceTop(state, { ...dialog, chosen: clampPosition(dialog.chosen + rows, count(dialog, state) - 1) }),
	};
}

/** Data of a dialog that may have a list or text. `scroll`: its first visible line. */
interface Scrollable {
	readonly kind: DialogKind;
	readonly scroll?: number;
}

export type ScrollableKind = KindsWith<Scrollable>;

export const scrollOf = ({ scroll = 0 }: Scrollable): number => scroll;

/** Returns a text or list that is scrolled by the data's `scroll`. */
export function scrolledLines<Kind extends ScrollableKind>(): DialogList<Kind> {
	return {
		positions: (_, __, measure) => scrollPositions(measure),
		move: (dialog, state, rows, { page, lines = Number.POSITIVE_INFINITY }) => {
			const scrolled = { ...dialog, scroll: clampPosition(scrollOf(dialog) + rows, lines - page) };
			return replaceTop(state, scrolled);
		},
	};
}
