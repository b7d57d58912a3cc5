import { decode } from '../../protocol/decode.ts';
import { type EndpointRequest, endpoints } from '../../protocol/endpoints/table.ts';
import type { File } from '../../protocol/resources/file.ts';
import { DeviationTally } from '../http/mismatch-tally.ts';
import type { PlainClient } from '../http/plain-client.ts';
import type { CallOptions } from '../http/requests.ts';
import { refuseOther } from '../http/response.ts';
import { ItemReader } from './item-reader.ts';
import { readItems } from './read-items.ts';

const { response } = endpoints.listFiles;

/**
 * Reads the files of a download as the client's listFiles, with the same errors. A long list is read in short time
 * slices, between which keys are handled. 100,000 files are 12 MB.
 */
export async function readFiles(
	client: Pick<PlainClient, 'requests'>,
	request: EndpointRequest<'listFiles'>,
	call: CallOptions = {},
): Promise<readonly File[]> {
	const opened = await client.requests.open('listFiles', request, call);
	const tally = new DeviationTally();
	const read = (answer: unknown) => {
		const { value, deviations } = decode(response, answer);
		refuseOther(opened.what, deviations);
		for (const deviation of deviations) tally.add(deviation);
		return value.files;
	};
	const files: File[] = [];
	const { rest, isApart } = await readItems(opened, {
		list: 'files',
		reader: new ItemReader('files'),
		take: (item) => {
			if (typeof item === 'object') files.push(...read({ files: [item.value] }));
		},
	});
	const others = read(rest);
	client.requests.report('listFiles', tally.all);
	return isApart ? files : others;
}
