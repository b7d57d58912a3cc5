import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import { fetchBody } from '../http-client/fetch-body.ts';
import { connectDirectly } from '../http-client/open-response.ts';
import type { OwnService } from '../http-client/own-service.ts';
import { parseVersion, type Version } from './version.ts';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;

export const fetchVersionText = {
	tooLong: `the answer is larger than ${MAX_BYTES / 1024 / 1024} MiB`,
	status: (status: number) => `the server answered ${status}`,
	notJson: 'the answer is not JSON',
	withoutVersion: 'the answer has no version',
} as const;

/** The own form, that of a release of GitHub, and that of a package of npm. */
const Answer = Type.Object({
	version: Type.Optional(Type.String()),
	tag_name: Type.Optional(Type.String()),
	'dist-tags': Type.Optional(Type.Object({ latest: Type.Optional(Type.String()) })),
});

/** Fetches the newest version. Rejects with the reason of a failure. Never connects to the service itself. */
export async function fetchVersion(url: URL, ownService: OwnService, signal: AbortSignal): Promise<Version> {
	const { status, body } = await fetchBody(url, {
		connect: connectDirectly,
		ownService,
		maxRedirects: MAX_REDIRECTS,
		headers: { accept: 'application/json' },
		maxBytes: MAX_BYTES,
		tooLong: () => new Error(fetchVersionText.tooLong),
		timeoutMs: TIMEOUT_MS,
		signal,
	});
	if (status !== 200) throw new Error(fetchVersionText.status(status));
	const { value } = decode(Answer, parseJson(body));
	const written = value.version ?? value.tag_name ?? value['dist-tags']?.latest;
	const version = written === undefined ? undefined : parseVersion(written);
	if (!version) throw new Error(fetchVersionText.withoutVersion);
	return version;
}

function parseJson(body: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(body));
	} catch {
		throw new Error(fetchVersionText.notJson);
	}
}
