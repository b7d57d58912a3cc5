import { oneLine } from '../../../format/one-line.ts';
import { type DialogOf, replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { lineText } from '../../../state/surfaces/line-edit.ts';
import type { Command } from '../../surfaces/command.ts';
import type { Token } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { closeCommand, type DialogCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../kit/index.ts';
import type { PathKind } from './save-file.ts';

export const pathDialogText = {
	exists: 'This file exists. Type another name, or overwrite it.',
	saving: 'Saving…',
} as const;

interface PathSurface<Kind extends PathKind> {
	readonly kind: Kind;
	/** Title of its keys in the documentation. */
	readonly title: string;
	/** Cells. */
	readonly columns: number;
	readonly faultToken: Token;
	readonly heading: (dialog: DialogOf<Kind>) => { readonly title: string; readonly lead: string };
	readonly confirm: Pick<DialogCommand<Kind>, 'title' | 'hint' | 'run'>;
	readonly overwrite: DialogCommand<Kind>['run'];
	/** Returns what an empty line lacks: 'path'; undefined if it may be empty. */
	readonly required: (dialog: DialogOf<Kind>) => string | undefined;
}

/** Makes the dialog that asks for a path, and before it overwrites a file; every other key types. */
export function pathDialog<Kind extends PathKind>(declared: PathSurface<Kind>): DialogSurface<Kind> {
	const { kind, title, columns, faultToken, heading, confirm, overwrite, required } = declared;
	const commands: readonly Command[] = dialogCommands<Kind>(kind, [
		{
			...confirm,
			id: `${kind}-confirm`,
			keys: ['enter'],
			when: (_, dialog) => {
				if (dialog.stage === 'saving') return 'It is being saved.';
				const missing = lineText(dialog.line).trim() === '' ? required(dialog) : undefined;
				return missing === undefined ? true : `There is no ${missing} yet.`;
			},
		},
		{
			id: `${kind}-overwrite`,
			keys: ['ctrl-o'],
			title: 'Overwrite the existing file',
			hint: 'overwrite it',
			when: (_, { stage }) => (stage === 'exists' ? true : 'There is nothing to overwrite.'),
			run: overwrite,
		},
		closeCommand(`${kind}-leave`, ['escape'], 'Cancel'),
		...editCommands(kind),
	]);
	function PathDialog({ dialog, state: _, ...screen }: DialogProps<Kind>) {
		const { line, stage, fault } = dialog;
		const { title, lead } = heading(dialog);
		const text = stage === 'typing' ? oneLine(fault, 400) : pathDialogText[stage];
		const token = stage === 'saving' ? 'busy' : stage === 'exists' ? 'warning' : faultToken;
		return (
			<Dialog title={title} columns={columns} screen={screen}>
				<Line>{lead}</Line>
				<Field line={line} />
				{text === '' ? (
					<Line />
				) : (
					<Paragraph token={token} most={4} isLive>
						{text}
					</Paragraph>
				)}
				<Answers
					commands={commands}
					without={[stage === 'exists' ? `${kind}-confirm` : `${kind}-overwrite`]}
				/>
			</Dialog>
		);
	}
	return {
		kind,
		title,
		commands,
		showsKeys: true,
		field: {
			edit: (dialog, state, edit) =>
				dialog.stage === 'saving'
					? state
					: replaceTop(state, { ...dialog, line: edit(dialog.line), stage: 'typing', fault: '' }),
		},
		view: PathDialog,
	};
}
