import { expect, onTestFinished, test } from 'vitest';
import { decodedBodyText } from '../../../source/service/http-client/decoded-body.ts';
import { ANY, containing } from '../../programs/message-pattern.ts';
import { type ServiceHere, serveHere } from '../../programs/service-here.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';
import { sample } from '../engine/lab.ts';
import { httpServer, rawServer, serverOnBlockedPort, writeForever } from '../http-client/servers.ts';

async function service(): Promise<ServiceHere> {
	const folder = await temporaryFolder();
	const running = await serveHere(folder.path, ['--peer-host', '127.0.0.1']);
	onTestFinished(async () => {
		await running.end();
		await folder.remove();
	});
	return running;
}

test('a torrent URL whose Content-Encoding cannot be decoded is answered with an error', async () => {
	const running = await service();
	for (const [encoding, delay] of [
		['gzip', 0],
		['gzip', 100],
		['deflate', 100],
		['br', 100],
		['unheard-of', 100],
	] as const) {
		const uri = await httpServer((_, answer) => {
			answer.writeHead(200, { 'content-encoding': encoding }).flushHeaders();
			setTimeout(() => answer.end('d4:infode'), delay);
		});
		await expect(running.client().addDownload({ body: { uri } })).rejects.toMatchObject({
			status: 500,
			code: 'TorrentUrlError',
			message: expect.stringMatching(
				containing(
					encoding === 'unheard-of'
						? decodedBodyText.unknownEncoding(encoding)
						: decodedBodyText.undecodable(ANY),
				),
			),
		});
	}
}, 60_000);

test('a torrent URL may be on a port that browsers block, and its limits hold', async () => {
	const running = await service();
	const { torrent, metainfo } = await sample({ 'a.bin': 10_000 });
	const url = await serverOnBlockedPort((_, answer) => answer.end(torrent));
	const added = await running.client().addDownload({ body: { uri: `${url}/x.torrent` } });
	expect(added).toMatchObject({ started: true, infohash: metainfo.infohash });
	const endless = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		writeForever(socket, Buffer.alloc(65_536, 'x'));
	});
	await expect(running.client().addDownload({ body: { uri: endless } })).rejects.toMatchObject({
		code: 'InvalidTorrentError',
		message: expect.stringMatching(/larger than 16 MiB/),
	});
	const loop = await httpServer((_, answer) => answer.writeHead(302, { location: '/' }).end());
	await expect(running.client().addDownload({ body: { uri: loop } })).rejects.toMatchObject({
		code: 'TorrentUrlError',
		message: expect.stringMatching(/redirects more than 5 times/),
	});
	const magnet = `magnet:?xt=urn:btih:${'ab'.repeat(20)}`;
	const toMagnet = await httpServer((_, answer) => answer.writeHead(302, { location: magnet }).end());
	const viaRedirect = await running.client().addDownload({ body: { uri: toMagnet } });
	expect(viaRedirect.infohash).toBe('ab'.repeat(20));
}, 60_000);
