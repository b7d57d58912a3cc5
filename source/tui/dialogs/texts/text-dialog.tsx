import { paragraphs } from '../../../format/paragraphs.ts';
import type { State } from '../../../state/core/state.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { DialogKinds } from '../../../state/surfaces/dialogs.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { moveCommands, readingKeys } from '../../surfaces/move-commands.ts';
import {
	type DialogProps,
	type DialogSurface,
	type ScrollableKind,
	scrolledLines,
	scrollOf,
} from '../dialog.ts';
import { closeCommand, type DialogCommand, dialogCommands } from '../dialog-commands.ts';
import { Dialog, innerWidthOf, moreBelow, Scrolled } from '../kit/index.ts';

/** A text that is read and scrolled. */
interface TextDialog<Kind extends ScrollableKind> {
	/** Title of its keys in the documentation. */
	readonly title: string;
	/** Title of the dialog, and the one that is spoken. Default: `title`. Untrusted. */
	readonly heading?: (dialog: DialogKinds[Kind]) => string;
	readonly spoken?: (dialog: DialogKinds[Kind]) => string;
	/** Maximum cells of a line. */
	readonly columns: number;
	/** Untrusted. */
	readonly text: (dialog: DialogKinds[Kind], state: State) => string;
	readonly closeKeys: readonly string[];
	readonly commands?: readonly DialogCommand<Kind>[];
}

/** Rows of the screen besides the text: border, footer and the line for more. */
const OTHER_ROWS = 6;

/** Returns the dialog of a text. */
export function textDialog<Kind extends ScrollableKind>(
	kind: Kind,
	{
		title,
		heading = () => title,
		spoken = heading,
		columns,
		text,
		closeKeys,
		commands = [],
	}: TextDialog<Kind>,
): DialogSurface<Kind> {
	const linesOf = (dialog: DialogKinds[Kind], state: State, screenColumns: number) => {
		const isDrawn = Number.isFinite(screenColumns);
		return paragraphs(text(dialog, state), isDrawn ? innerWidthOf(screenColumns, columns) : screenColumns);
	};
	const rowsOf = (screenRows: number) => Math.max(1, screenRows - OTHER_ROWS);
	const measure = ({ state, screenRows, screenColumns }: CommandContext) => {
		const dialog = topDialogOf(state, kind);
		return { page: rowsOf(screenRows), lines: dialog ? linesOf(dialog, state, screenColumns).length : 0 };
	};
	return {
		kind,
		title,
		commands: dialogCommands(kind, [
			closeCommand(`${kind}-close`, closeKeys),
			...commands,
			...moveCommands(kind, { keys: readingKeys, hints: { down: 'down', up: 'up' }, measure }),
		]),
		list: scrolledLines<Kind>(),
		view: ({ dialog, state, ...screen }: DialogProps<Kind>) => {
			const lines = linesOf(dialog, state, screen.width);
			const scroll = scrollOf(dialog);
			const rows = rowsOf(screen.height);
			return (
				<Dialog
					title={heading(dialog)}
					spoken={spoken(dialog)}
					place={moreBelow(scroll, lines.length, rows)}
					columns={columns}
					screen={screen}
				>
					<Scrolled
						count={lines.length}
						lineOf={(index) => [{ text: lines[index] ?? '' }]}
						scroll={scroll}
						most={rows}
						speak={() => linesOf(dialog, state, Number.POSITIVE_INFINITY)}
						isReadAtOnce
					/>
				</Dialog>
			);
		},
	};
}
