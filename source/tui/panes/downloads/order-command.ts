import { changed } from '../../../state/batch/change.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectsOf } from '../../../state/downloads/selection.ts';
import type { Command } from '../../commands/command.ts';
import { changeOrAsk, someSubject } from './change-commands.ts';

export const orderCommandText = {
	foreign: "This service has no sequential order. Only seedtop's own service has it.",
} as const;

/** Whether all downloads that the key changes are sequential. */
function areSequential({ downloads, optimistic }: State): boolean {
	return subjectsOf(downloads).every(
		(download) => changed(download, optimistic.get(download.infohash)?.change).sequential === true,
	);
}

/** Requests the pieces of downloads in their order, or the rarest first if all of them are sequential. */
export const orderCommand: Command = {
	id: 'sequential',
	scope: 'downloads',
	keys: ['W'],
	title: 'Download sequentially, or in any order again',
	words: 'pieces play watch stream beginning',
	when: (state) =>
		offers(state.connection, { extension: 'sequential' }) ? someSubject(state) : orderCommandText.foreign,
	run: (context) => changeOrAsk({ kind: 'sequential', sequential: !areSequential(context.state) }, context),
};
