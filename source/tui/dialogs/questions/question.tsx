import type { State } from '../../../state/core/state.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { DialogKind, DialogKinds } from '../../../state/surfaces/dialogs.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { listKeys, moveCommands } from '../../surfaces/move-commands.ts';
import {
	type DialogProps,
	type DialogSurface,
	type ScrollableKind,
	scrolledLines,
	scrollOf,
} from '../dialog.ts';
import { closeCommand, type DialogCommand, dialogCommands } from '../dialog-commands.ts';
import {
	Answers,
	type AnswerTexts,
	Dialog,
	Gap,
	innerWidthOf,
	Line,
	Paragraph,
	type ParagraphProps,
} from '../kit/index.ts';
import { firstNames } from './sentences.ts';
import { type Listed, rangeText, type Table, tableOf, wantedWidth } from './subject-table.ts';
import { Subjects } from './subjects.ts';

/** Returns a text of a question. */
type Of<Kind extends DialogKind, Value> = (dialog: DialogKinds[Kind], state: State) => Value;

/** A question, the effects of its answers, and a key for each answer. The texts follow the state. */
interface Question<Kind extends ScrollableKind> {
	/** Title of its keys in the documentation. */
	readonly title: string;
	/** Title of the dialog. Default: `title`. */
	readonly heading?: Of<Kind, string>;
	/** Sanitized. */
	readonly asks: Of<Kind, string>;
	readonly effects: Of<Kind, readonly ParagraphProps[]>;
	/** Downloads that are listed, unless it is only one. */
	readonly subjects?: (dialog: DialogKinds[Kind]) => readonly Listed[];
	/** Warnings above the list. */
	readonly warnings?: Of<Kind, readonly string[]>;
	/** Answers with an effect. The question is closed before they run. */
	readonly answers: readonly DialogCommand<Kind>[];
	readonly texts?: (dialog: DialogKinds[Kind]) => AnswerTexts;
	/** The answer that only closes the dialog. Default: 'Cancel'. */
	readonly keep: { readonly id: string; readonly title?: string; readonly hint?: string };
	/** More keys of that answer. */
	readonly keepKeys?: readonly string[];
	/** Cells within the border of a question without a list. */
	readonly columns?: number;
}

const WIDTH = 70;
/** Maximum rows of a question without a list. */
const MAX_ROWS = 5;

/** Returns the dialog of a question. */
export function question<Kind extends ScrollableKind>(
	kind: Kind,
	{
		title,
		heading = () => title,
		asks,
		effects,
		subjects,
		warnings = () => [],
		answers,
		texts = () => ({}),
		keep,
		keepKeys = [],
		columns = WIDTH,
	}: Question<Kind>,
): DialogSurface<Kind> {
	const tableIn = (dialog: DialogKinds[Kind], state: State, width: number, height: number): Table => {
		const { length: count } = subjects?.(dialog) ?? [];
		const sentences = [{ children: warnings(dialog, state) }, ...effects(dialog, state)];
		const cells = innerWidthOf(width, wantedWidth(count));
		const rows = sentences.reduce((sum, props) => sum + Paragraph.rows(props, cells).wanted, 0);
		// The question, the answers and the one that only closes it have a line each.
		return tableOf(height, count, rows + answers.length + 2);
	};
	const measure = ({ state, screenColumns, screenRows }: CommandContext) => {
		const dialog = topDialogOf(state, kind);
		if (!dialog) return { page: 1 };
		const { rows } = tableIn(dialog, state, screenColumns, screenRows);
		return { page: Math.max(1, rows), lines: subjects?.(dialog).length };
	};
	const commands = dialogCommands(kind, [
		...answers.map(
			(answer): DialogCommand<Kind> => ({
				...answer,
				confirms: true,
				run: (context, dialog) => {
					context.dispatch({ type: 'close' });
					answer.run(context, dialog);
				},
			}),
		),
		closeCommand(keep.id, ['escape', 'n', 'q', ...keepKeys], keep.title ?? 'Cancel', keep.hint),
		...(subjects ? moveCommands(kind, { keys: listKeys, measure }) : []),
	]);
	const View = ({ dialog, state, ...screen }: DialogProps<Kind>) => {
		const asked = asks(dialog, state);
		const listed = subjects?.(dialog);
		const scroll = scrollOf(dialog);
		const table = tableIn(dialog, state, screen.width, screen.height);
		return (
			<Dialog
				title={heading(dialog, state)}
				spoken={asked}
				columns={listed ? wantedWidth(listed.length) : columns}
				screen={screen}
			>
				{listed ? (
					<>
						<Line
							right={[{ text: rangeText(scroll, listed.length, table.rows), token: 'faint' }]}
							spoken={firstNames(listed).join(' ')}
						>
							{asked}
						</Line>
						<Paragraph token="warning">{warnings(dialog, state)}</Paragraph>
						<Subjects subjects={listed} scroll={scroll} table={table} />
					</>
				) : (
					<Paragraph most={MAX_ROWS} spoken={[]}>
						{asked}
					</Paragraph>
				)}
				{effects(dialog, state).map((props, index) => (
					<Paragraph key={String(index)} {...props} />
				))}
				<Gap />
				<Answers commands={commands} isStacked texts={texts(dialog)} />
			</Dialog>
		);
	};
	return {
		kind,
		title,
		commands,
		showsKeys: true,
		...(subjects ? { list: scrolledLines<Kind>() } : {}),
		view: View,
	};
}
