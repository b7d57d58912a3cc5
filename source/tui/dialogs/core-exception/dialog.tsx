import { paragraphs } from '../../../format/paragraphs.ts';
import { withoutSecrets } from '../../../format/without-secrets.ts';
import type { State } from '../../../state/core/state.ts';
import type { CommandContext } from '../../commands/command.ts';
import { moveCommands, readingKeys } from '../../commands/move-commands.ts';
import { type DialogProps, type DialogSurface, scrolledLines } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, Dialog, innerWidthOf, moreBelow, Scrolled } from '../kit/index.ts';

const WIDTH = 100;
/** Rows of the screen besides the text. */
const OTHER_ROWS = 8;

export const coreExceptionText = {
	title: 'Exception of the service',
	none: 'The service reports no exception.',
} as const;

/** Returns the last exception of the core; '' for none. Untrusted. */
export function coreException({ connection: { core } }: Pick<State, 'connection'>): string {
	return core?.last_exception?.trim() ?? '';
}

function linesOf(state: State, screenColumns: number): readonly string[] {
	const columns = Number.isFinite(screenColumns)
		? innerWidthOf(screenColumns, WIDTH)
		: Number.POSITIVE_INFINITY;
	return paragraphs(withoutSecrets(coreException(state) || coreExceptionText.none), columns);
}

function rowsOf(screenRows: number): number {
	return Math.max(1, screenRows - OTHER_ROWS);
}

const measure = ({ state, screenRows, screenColumns }: CommandContext) => ({
	page: rowsOf(screenRows),
	lines: linesOf(state, screenColumns).length,
});

const coreExceptionCommands = dialogCommands('core-exception', [
	closeCommand('core-exception-close', ['escape', 'q', 'enter']),
	...moveCommands('core-exception', {
		keys: readingKeys,
		measure,
	}),
]);

/** The last exception of the core in full. */
function CoreExceptionDialog({ dialog: { scroll }, state, ...screen }: DialogProps<'core-exception'>) {
	const lines = linesOf(state, screen.width);
	const room = rowsOf(screen.height);
	return (
		<Dialog
			title={coreExceptionText.title}
			place={moreBelow(scroll, lines.length, room)}
			columns={WIDTH}
			screen={screen}
		>
			<Scrolled
				count={lines.length}
				lineOf={(index) => [{ text: lines[index] ?? '' }]}
				scroll={scroll}
				most={room}
				speak={() => lines}
				isReadAtOnce
			/>
			<Answers commands={coreExceptionCommands} />
		</Dialog>
	);
}

export const coreExceptionSurface: DialogSurface<'core-exception'> = {
	kind: 'core-exception',
	title: coreExceptionText.title,
	commands: coreExceptionCommands,
	showsKeys: true,
	list: scrolledLines(),
	view: CoreExceptionDialog,
};
