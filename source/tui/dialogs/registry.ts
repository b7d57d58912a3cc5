import type { Dialog, DialogKind } from '../../state/dialogs/dialogs.ts';
import type { LineEdit } from '../../state/dialogs/line-edit.ts';
import { addDialog } from './add/dialog.tsx';
import { addFilesDialog } from './add-files/dialog.tsx';
import { browseDialog } from './browse/dialog.tsx';
import { columnsDialog } from './columns/dialog.tsx';
import { contextDialog } from './context/dialog.tsx';
import type { DialogSurface } from './dialog.ts';
import { eventsFilterDialog } from './events-filter/dialog.ts';
import { failuresDialog } from './failures/dialog.tsx';
import { filesFilterDialog } from './files-filter/dialog.ts';
import { filesPatternDialog } from './files-pattern/dialog.tsx';
import { filterDialog } from './filter/dialog.tsx';
import { filtersDialog } from './filters/dialog.tsx';
import { formDialog } from './form/dialog.tsx';
import { helpDialog } from './help/dialog.tsx';
import { labelsDialog } from './labels/dialog.tsx';
import { listFilterDialog } from './list-filter/dialog.ts';
import { logPromptDialog } from './log-prompt/dialog.tsx';
import { marketInputDialog } from './market-input/dialog.tsx';
import { marketOrderDialog } from './market-order/dialog.tsx';
import { marketPaymentsDialog } from './market-payments/dialog.tsx';
import { memoryDumpDialog } from './memory-dump/dialog.tsx';
import { metadataEntryDialog } from './metadata-entry/dialog.tsx';
import { paletteDialog } from './palette/dialog.tsx';
import { profileDialog } from './profile/dialog.tsx';
import { channelRemoveDialog } from './questions/channel-remove.ts';
import { confirmDialog } from './questions/confirm.ts';
import { marketCancelDialog } from './questions/market-cancel.ts';
import { deleteDataDialog, removeDialog } from './questions/remove.ts';
import { settingConfirmDialog } from './questions/setting-confirm.ts';
import { trackerRemoveDialog } from './questions/tracker-remove.ts';
import { saveTorrentDialog } from './save-torrent/dialog.tsx';
import { settingsDialog } from './settings/dialog.tsx';
import { sortDialog } from './sort/dialog.tsx';
import { streamDialog } from './stream/dialog.tsx';
import { swarmHealthDialog } from './swarm-health/dialog.tsx';
import { coreExceptionDialog } from './texts/core-exception.ts';
import { entryDialog } from './texts/entry.ts';
import { themeDialog } from './theme/dialog.tsx';

/** All dialogs. */
export const dialogs: { readonly [Kind in DialogKind]: DialogSurface<Kind> } = {
	add: addDialog,
	'add-files': addFilesDialog,
	browse: browseDialog,
	'channel-remove': channelRemoveDialog,
	columns: columnsDialog,
	confirm: confirmDialog,
	context: contextDialog,
	'core-exception': coreExceptionDialog,
	'delete-data': deleteDataDialog,
	entry: entryDialog,
	'events-filter': eventsFilterDialog,
	failures: failuresDialog,
	'files-filter': filesFilterDialog,
	'files-pattern': filesPatternDialog,
	filter: filterDialog,
	filters: filtersDialog,
	form: formDialog,
	help: helpDialog,
	labels: labelsDialog,
	'list-filter': listFilterDialog,
	'log-prompt': logPromptDialog,
	'market-cancel': marketCancelDialog,
	'market-input': marketInputDialog,
	'market-order': marketOrderDialog,
	'market-payments': marketPaymentsDialog,
	'memory-dump': memoryDumpDialog,
	'metadata-entry': metadataEntryDialog,
	palette: paletteDialog,
	remove: removeDialog,
	profile: profileDialog,
	'save-torrent': saveTorrentDialog,
	'setting-confirm': settingConfirmDialog,
	settings: settingsDialog,
	sort: sortDialog,
	stream: streamDialog,
	'swarm-health': swarmHealthDialog,
	theme: themeDialog,
	'tracker-remove': trackerRemoveDialog,
};

/** Returns the declaration of a kind of dialog. */
export function surfaceOf<Kind extends DialogKind>(kind: Kind): DialogSurface<Kind> {
	return dialogs[kind];
}

/** Whether a dialog is edited in the footer, so that the pane stays visible and the mouse can reach it. */
export function isInFooter(dialog: Dialog | undefined): boolean {
	return dialog !== undefined && dialogs[dialog.kind].inFooter === true;
}

/** Whether a dialog itself shows the keys of its commands. */
export function showsKeys(dialog: Dialog | undefined): boolean {
	return dialog !== undefined && dialogs[dialog.kind].showsKeys === true;
}

/** Returns the text line of a dialog; undefined if it has none. */
export function lineOf(dialog: Dialog | undefined): LineEdit | undefined {
	return dialog && 'line' in dialog ? dialog.line : undefined;
}
