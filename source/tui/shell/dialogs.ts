import type { Dialog, DialogKind } from '../../state/surfaces/dialogs.ts';
import type { LineEdit } from '../../state/surfaces/line-edit.ts';
import { addDialog } from '../dialogs/add/dialog.tsx';
import { browseDialog } from '../dialogs/browse/dialog.tsx';
import { contextDialog } from '../dialogs/context/dialog.tsx';
import type { DialogSurface } from '../dialogs/dialog.ts';
import { failuresDialog } from '../dialogs/failures/dialog.tsx';
import { formDialog } from '../dialogs/form/dialog.tsx';
import { metadataEntryDialog } from '../dialogs/metadata-entry/dialog.tsx';
import { profileDialog } from '../dialogs/profile/dialog.tsx';
import { confirmDialog } from '../dialogs/questions/confirm.ts';
import { deleteDataDialog, removeDialog } from '../dialogs/questions/remove.ts';
import { settingConfirmDialog } from '../dialogs/questions/setting-confirm.ts';
import { trackerRemoveDialog } from '../dialogs/questions/tracker-remove.ts';
import { settingsDialog } from '../dialogs/settings/dialog.tsx';
import { swarmHealthDialog } from '../dialogs/swarm-health/dialog.tsx';
import { coreExceptionDialog } from '../dialogs/texts/core-exception.ts';
import { entryDialog } from '../dialogs/texts/entry.ts';
import { themeDialog } from '../dialogs/theme/dialog.tsx';
import { channelRemoveDialog } from '../panes/channels/dialogs/remove.ts';
import { logPromptDialog } from '../panes/debug/dialogs/log-prompt.ts';
import { memoryDumpDialog } from '../panes/debug/dialogs/memory-dump/dialog.tsx';
import { columnsDialog } from '../panes/downloads/dialogs/columns/dialog.tsx';
import { filterDialog } from '../panes/downloads/dialogs/filter/dialog.tsx';
import { filtersDialog } from '../panes/downloads/dialogs/filters/dialog.tsx';
import { labelsDialog } from '../panes/downloads/dialogs/labels/dialog.tsx';
import { saveTorrentDialog } from '../panes/downloads/dialogs/save-torrent.ts';
import { sortDialog } from '../panes/downloads/dialogs/sort/dialog.tsx';
import { streamDialog } from '../panes/downloads/dialogs/stream/dialog.tsx';
import { addFilesDialog } from '../panes/downloads/tabs/files/dialogs/add-files/dialog.tsx';
import { filesFilterDialog } from '../panes/downloads/tabs/files/dialogs/files-filter/dialog.ts';
import { filesPatternDialog } from '../panes/downloads/tabs/files/dialogs/files-pattern/dialog.tsx';
import { eventsFilterDialog } from '../panes/events/dialogs/filter/dialog.ts';
import { marketCancelDialog } from '../panes/market/dialogs/cancel.ts';
import { marketInputDialog } from '../panes/market/dialogs/input/dialog.tsx';
import { marketOrderDialog } from '../panes/market/dialogs/order/dialog.tsx';
import { marketPaymentsDialog } from '../panes/market/dialogs/payments/dialog.tsx';
import { helpDialog } from './dialogs/help/dialog.tsx';
import { listFilterDialog } from './dialogs/list-filter/dialog.ts';
import { paletteDialog } from './dialogs/palette/dialog.tsx';

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
