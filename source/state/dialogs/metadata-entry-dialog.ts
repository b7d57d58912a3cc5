import type { ChannelEntry } from '../../protocol/resources/metadata.ts';
import type { Failure } from '../connection/connection.ts';
import { changeDialogs, type OpenDialogs } from './open-dialogs.ts';

/** Shows a metadata entry: a torrent or a channel, as services publish it. */
export interface MetadataEntryDialog {
	readonly kind: 'metadata-entry';
	readonly publicKey: string;
	/** Decimal digits, because ids have 64 bits. */
	readonly id: string;
	/** As last reported; undefined before the first answer. */
	readonly entry: ChannelEntry | undefined;
	readonly failure: Failure | undefined;
}

export function metadataEntryDialog(publicKey: string, id: string): MetadataEntryDialog {
	return { kind: 'metadata-entry', publicKey, id, entry: undefined, failure: undefined };
}

/** Stores an answer, or the failure of a request, in the dialog of this entry. */
export function takeEntry<Data extends OpenDialogs>(
	data: Data,
	{ public_key, id }: Readonly<Record<string, string>>,
	change: Partial<Pick<MetadataEntryDialog, 'entry' | 'failure'>>,
): Data {
	return changeDialogs(data, 'metadata-entry', (dialog) =>
		dialog.publicKey === public_key && dialog.id === id ? { ...dialog, ...change } : dialog,
	);
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'metadata-entry': MetadataEntryDialog;
	}
}
