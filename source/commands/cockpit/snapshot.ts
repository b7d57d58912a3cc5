import type { CallOptions, ClientOptions } from '../../client/client.ts';
import { createClient } from '../../client/client.ts';
import { downloadDataColumns, downloadTableColumns } from '../../columns/downloads.ts';
import { printTable } from '../output/print.ts';

/** Prints the downloads of a service as 'seedtop ls' does. Throws a ClientError. */
export async function printSnapshot(options: ClientOptions, limits: CallOptions = {}): Promise<void> {
	const client = createClient(options);
	try {
		const { downloads } = await client.listDownloads({}, limits);
		await printTable(downloadTableColumns, downloads, {
			header: undefined,
			empty: 'There are no downloads.',
			data: downloadDataColumns,
		});
	} finally {
		await client.close();
	}
}
