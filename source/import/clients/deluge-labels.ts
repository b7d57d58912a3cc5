import Type from 'typebox';
import { plainFileBytes } from '../../metainfo/plain-file.ts';
import { decode } from '../../protocol/decode.ts';
import { unlessMissing } from '../reading/state-files.ts';

/** Maximum size of the file of labels, bytes. */
const MAX_LABELS_BYTES = 32 * 1024 * 1024;

const Labels = Type.Object({ torrent_labels: Type.Record(Type.String(), Type.String()) });

/** Returns the labels of the plugin 'Label' by infohash. It is empty without the plugin, or if its file is damaged. */
export async function delugeLabels(folder: string): Promise<ReadonlyMap<string, string>> {
	try {
		const bytes = await unlessMissing(folder, 'label.conf', (path) =>
			plainFileBytes(path, MAX_LABELS_BYTES, 'labels'),
		);
		const text = Buffer.from(bytes ?? []).toString('utf8');
		// A dictionary with the version of the file precedes the one with the labels.
		const start = text.indexOf('}{');
		const json: unknown = JSON.parse(start < 0 ? text : text.slice(start + 1));
		return new Map(Object.entries(decode(Labels, json).value.torrent_labels));
	} catch {
		return new Map();
	}
}
