/** The service of the benchmark: GET /20/downloads is the list. 20 downloads change between two requests. */
import { createServer } from 'node:http';
import { benchAnswer } from './big-list.ts';

const count = Number(process.argv[2]);
let moment = 0;
const unchanged = benchAnswer(count);
const fewChanged = Array.from({ length: 40 }, (_, at) =>
	benchAnswer(count, (n) => (n % (count / 20) === 0 ? at + 1 : 0)),
);
const allChanged = Array.from({ length: 8 }, (_, at) => benchAnswer(count, () => at + 1));

const server = createServer((request, response) => {
	const changed = Number(request.url?.split('/')[1] ?? 0);
	moment++;
	const variants = changed === 0 ? [unchanged] : changed === 20 ? fewChanged : allChanged;
	const body = variants[moment % variants.length] ?? unchanged;
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (typeof address === 'object' && address !== null) {
		process.send?.(`http://127.0.0.1:${address.port}`);
	}
});
process.on('disconnect', () => process.exit());
