// A wallet command: node wallet-program.mjs STATE_FILE BEHAVIOR. The state holds the balance and all paid references.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const [file, behavior = ''] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(`${file}.calls`, `${JSON.stringify({ ...asked, argv: process.argv.slice(2) })}\n`);
if (existsSync(`${file}.running`)) appendFileSync(`${file}.overlaps`, 'overlap\n');
writeFileSync(`${file}.running`, '');
process.on('exit', () => rmSync(`${file}.running`, { force: true }));
const state = existsSync(file)
	? JSON.parse(readFileSync(file, 'utf8'))
	: { cents: 1000, paid: {}, isLocked: behavior === 'locked' };

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
process.stdout.write(behavior === 'garbage' ? '[[[' : answer);
