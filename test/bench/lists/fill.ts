/** Adds stopped downloads to the state folder of a service that does not run: fill.ts FOLDER FROM TO. */
import { join } from 'node:path';
import { openStorage } from '../../../source/service/state-database.ts';
import { DownloadStore } from '../../../source/service/storage/download-store.ts';
import { blankRecord } from '../../programs/blank-record.ts';

const [folder = '', from, to] = process.argv.slice(2);
const store = new DownloadStore(openStorage(join(folder, 'state'), false, () => {}));
for (let n = Number(from); n < Number(to); n++) {
	store.add(
		{
			...blankRecord(n.toString(16).padStart(40, '0')),
			name: `Some.Distribution.${n}-amd64-DVD-with-a-long-name.iso`,
			trackers: ['http://127.0.0.1:1/announce'],
			destination: join(folder, 'stopped'),
			requestedState: 'stopped',
			size: 1_000_000 + n,
		},
		undefined,
	);
}
store.close();
