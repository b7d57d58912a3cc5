// A wallet command: node wallet-program.mjs STATE_FILE BEHAVIOUR. The state holds the balance and all paid references.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const [file, behaviour = ''] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(`${file}.calls`, `${JSON.stringify({ ...asked, argv: process.argv.slice(2) })}\n`);
if (existsSync(`${file}.running`)) appendFileSync(`${file}.overlaps`, 'overlap\n');
writeFileSync(`${file}.running`, '');
process.on('exit', () => rmSync(`${file}.running`, { force: true }));
const state = existsSync(file)
	? JSON.parse(readFileSync(file, 'utf8'))
	: { cents: 1000, paid: {}, isLocked: behaviour === 'locked' };

const answers = {
	balance: () => ({
		balance: state.isLocked ? null : (state.cents / 100).toFixed(2),
		address: 'wallet-address',
		...(state.isLocked ? { input: { kind: 'password', question: 'PIN\u001b[31m of the card' } } : {}),
	}),
	pay: () => {
		if (state.isLocked) return { paid: false, input: { kind: 'password', question: 'PIN' } };
		if (!(asked.reference in state.paid)) {
			const cents = Math.round(Number(asked.amount) * 100);
			if (cents > state.cents) return { paid: false, reason: 'not enough' };
			state.cents -= cents;
			state.paid[asked.reference] = asked.amount;
		}
		return { paid: true, payment_id: `id-${asked.reference}` };
	},
	received: () => ({ received: asked.payment_id === 'known' }),
	input: () => {
		if (asked.input !== '1234') return { accepted: false, reason: 'wrong PIN.' };
		state.isLocked = false;
		return { accepted: true };
	},
};

const answer = JSON.stringify(answers[asked.method]());
writeFileSync(file, JSON.stringify(state));
switch (behaviour) {
	case 'twice':
		process.stdout.write(`${answer}\n${answer}\n`);
		break;
	case 'garbage':
		process.stdout.write('\u0000\u001b]0;title\u0007 [[[');
		break;
	case 'huge':
		process.stdout.write(`{"paid": true, "pad": "${'x'.repeat(200_000)}"}`);
		break;
	case 'odd':
		process.stdout.write('{"paid": "perhaps", "balance": "1.234", "address": "a", "received": 7}');
		break;
	case 'long':
		process.stdout.write(
			`{"paid": 0.1${'0'.repeat(60_000)}1, "balance": 0.1${'0'.repeat(1_000)}1, "address": "a"}`,
		);
		break;
	case 'spaced':
		process.stdout.write('{"paid": true, "payment_id": "id r1", "balance": "1", "address": "ä"}');
		break;
	case 'crash':
		process.stdout.write(answer);
		process.stderr.write('no connection\u001b[31m to the bank\n');
		process.exit(3);
		break;
	case 'silent':
		// A child of it keeps the pipes open.
		writeFileSync(`${file}.child`, String(spawn('sleep', ['600'], { stdio: 'inherit' }).pid));
		setInterval(() => {}, 1000);
		break;
	case 'daemon': {
		const child = spawn('sleep', ['600'], { stdio: 'inherit', detached: true });
		child.unref();
		writeFileSync(`${file}.child`, String(child.pid));
		process.stdout.write(answer);
		process.exit(0);
		break;
	}
	default:
		process.stdout.write(answer);
}
