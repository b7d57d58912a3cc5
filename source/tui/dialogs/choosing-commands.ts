import type { DialogKind } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import type { Command, CommandContext } from '../command.ts';

/** Lines of a list in a dialog that a page is. */
const page = 10;

/** The keys that move through the list of a dialog. `lines`: how many it has. */
export function choosingCommands(scope: DialogKind, lines: (state: State) => number): readonly Command[] {
	const move =
		(rows: number) =>
		({ state, dispatch }: CommandContext) =>
			dispatch({ type: 'move', rows, lines: lines(state) });
	return [
		{ id: `${scope}-down`, scope, keys: ['j', 'down', 'ctrl-n'], title: 'Down', run: move(1) },
		{ id: `${scope}-up`, scope, keys: ['k', 'up', 'ctrl-p'], title: 'Up', run: move(-1) },
		{ id: `${scope}-page-down`, scope, keys: ['pagedown'], title: 'A page down', run: move(page) },
		{ id: `${scope}-page-up`, scope, keys: ['pageup'], title: 'A page up', run: move(-page) },
		{
			id: `${scope}-first`,
			scope,
			keys: ['g', 'home'],
			title: 'To the first',
			run: move(Number.NEGATIVE_INFINITY),
		},
		{
			id: `${scope}-last`,
			scope,
			keys: ['G', 'end'],
			title: 'To the last',
			run: move(Number.POSITIVE_INFINITY),
		},
	];
}
