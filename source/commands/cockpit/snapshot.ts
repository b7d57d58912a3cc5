import type { CallOptions, ClientOptions } from '../../client/client.ts';
import { createClient } from '../../client/client.ts';
import { downloadTableColumns } from '../../columns/downloads.ts';
import { plainTable } from '../../columns/table.ts';

/** Returns the downloads of a service as a plain table. Throws a ClientError. */
export async function snapshot(options: ClientOptions, limits: CallOptions = {}): Promise<string> {
	const client = createClient(options);
	try {
		const { downloads } = await client.listDownloads({}, limits);
		if (downloads.length === 0) return 'There are no downloads.\n';
		return `${plainTable(downloadTableColumns, downloads).join('\n')}\n`;
	} finally {
		await client.close();
	}
}
