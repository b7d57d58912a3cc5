import type { Client } from '../../../client/client.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { FormerSettings } from '../../../protocol/repair/former-settings.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { completedAction } from '../../../state/batch/change.ts';
import type { BatchRequest } from '../../../state/batch/request.ts';
import { commonChange } from '../../../state/batch/undo.ts';
import { nextFor, type UndoStep } from '../../../state/batch/undo-stack.ts';
import type { Undoable } from '../../../state/batch/undoable.ts';
import type { State } from '../../../state/core/state.ts';
import { withUndo } from '../../actions/change-settings.ts';
import { doneNews, requestOf, subjectText } from '../../actions/send-change.ts';
import { settingQueries } from '../../dialogs/settings/access.ts';
import { type Command, type CommandContext, showNotice, showRefusal } from '../../surfaces/command.ts';

export const undoText = {
	undo: {
		nothing: 'Nothing to undo.',
		doing: 'Undoing',
		done: 'Undone',
	},
	redo: { nothing: 'Nothing to redo.', doing: 'Redoing', done: 'Redone' },
} as const;

/** Returns whether a step is available: it exists, is finished, and its downloads are still listed. */
function possible(state: State, step: UndoStep): true | string {
	const { undo, batches } = state;
	// Running requests belong to the last change too.
	if (batches.running.some(({ reversals }) => reversals.size > 0))
		return 'The last change is still in progress.';
	if (!nextFor(undo, step)) return undoText[step].nothing;
	return true;
}

/** Reverts or repeats the last change of downloads, without downloads that are gone. */
function runStep(step: UndoStep, context: CommandContext): void {
	const { state, writeAll, dispatch } = context;
	const undoable = nextFor(state.undo, step);
	if (!undoable) return;
	if (undoable.selection) {
		dispatch({ type: 'batch', what: { type: 'forget-step', step } });
		dispatch({ type: 'select-keys', keys: undoable.selection });
		const { size } = context.state.downloads.selection;
		showNotice('info', `Selected again: ${size} download${size === 1 ? '' : 's'}.`, context);
		return;
	}
	if (undoable.settings) {
		restoreSettings(undoable.settings, undoable, step, context);
		return;
	}
	const what = sanitize(undoable.doing, 200);
	const ways = new Map(undoable.reversals.map((way) => [way.infohash, way]));
	const subjects: Download[] = [];
	const orders: BatchRequest<Client>[] = [];
	for (const download of state.downloads.list) {
		const way = ways.get(download.infohash);
		// A service may list a download twice.
		if (!way || !ways.delete(download.infohash)) continue;
		subjects.push(download);
		orders.push(requestOf(way.change, download));
	}
	if (subjects.length === 0) {
		dispatch({ type: 'batch', what: { type: 'forget-step', step } });
		showRefusal(`The downloads of ‘${what}’ are no longer in the list.`, context);
		return;
	}
	const { doing, done } = undoText[step];
	const change = commonChange(undoable.reversals);
	const whom = subjectText(subjects);
	writeAll({
		requests: orders,
		step,
		doing: `${doing} ‘${what}’`,
		did: done,
		done: doneNews(change ? `${done}. ${completedAction(change)}: ${whom}` : `${done}: ‘${what}’`, subjects),
		stale: ['downloads'],
	});
}

/** Restores settings of a service of 8.x. */
function restoreSettings(
	settings: FormerSettings,
	undoable: Undoable,
	step: UndoStep,
	context: CommandContext,
): void {
	const { write, dispatch } = context;
	const { doing, done } = undoText[step];
	dispatch({ type: 'batch', what: { type: 'forget-step', step } });
	let isSent = false;
	write({
		send: (client) =>
			withUndo(
				(keep) =>
					client.restoreSettingsOf8(settings, {
						keep: (former) => {
							isSent = true;
							keep(former);
						},
					}),
				undoable.doing,
				context,
				step,
			),
		doing: `${doing} ‘${sanitize(undoable.doing, 200)}’`,
		done: { level: 'info', text: `${done}: ‘${sanitize(undoable.doing, 200)}’` },
		onEnd: (failure) => {
			if (failure && !isSent)
				dispatch({ type: 'batch', what: { type: 'settings-kept', left: undoable, step } });
		},
		stale: settingQueries,
	});
}

function stepCommand(step: UndoStep, command: Pick<Command, 'id' | 'keys' | 'title' | 'words'>): Command {
	return {
		...command,
		scope: 'tabs',
		when: (state) => possible(state, step),
		run: (context) => runStep(step, context),
	};
}

/** Commands that undo and redo changes of downloads, and of settings of 8.x. */
export const undoCommands: readonly Command[] = [
	stepCommand('undo', {
		id: 'undo',
		keys: ['u'],
		title: 'Undo the last stop, resume, hops, limits, selection or Tribler setting',
		words: 'undo revert',
	}),
	stepCommand('redo', { id: 'redo', keys: ['U'], title: 'Redo', words: 'redo' }),
];
