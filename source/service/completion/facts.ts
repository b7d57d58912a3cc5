import type { Metainfo } from '../../metainfo/metainfo.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { rootOf } from '../storage/root-of.ts';

/** Maximum characters of a name. Linux limits a variable to 128 KiB. */
const MAX_NAME = 4_096;
/** Variables of the service that the command gets. Others may have secrets. */
const INHERITED = ['PATH', 'HOME', 'LANG'];

/** Returns the whole environment of the command: facts about a download, and few variables of the service. */
export function completionEnvironment(
	record: DownloadRecord,
	metainfo: Metainfo | undefined,
	own: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
	const inherited = INHERITED.flatMap((name) => {
		const value = own[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	const files = metainfo?.files.filter(({ padding }) => !padding).length;
	return {
		...Object.fromEntries(inherited),
		SEEDTOP_INFOHASH: record.infohash,
		SEEDTOP_NAME: plain(nameOf(record)),
		SEEDTOP_DESTINATION: record.destination,
		SEEDTOP_PATH: rootOf(record, record.destination),
		SEEDTOP_LABEL: plain(record.label),
		SEEDTOP_SIZE: String(record.size),
		SEEDTOP_FILES: String(record.selected?.length ?? files ?? ''),
		SEEDTOP_HOPS: String(record.hops),
		SEEDTOP_TIME_ADDED: String(record.timeAdded),
		SEEDTOP_TIME_FINISHED: String(record.timeFinished ?? ''),
	};
}

/** Returns a text without NUL, which ends a variable, and of limited length. */
function plain(text: string): string {
	return text.replaceAll('\0', '\ufffd').slice(0, MAX_NAME);
}
