/** A payment as the provider and the books know it. */
export interface Paid {
  /** Of the top-up. */
  id: string;
  cents: number;
  /** The provider took the money. */
  taken: boolean;
  /** The books know of it. */
  credited: boolean;
  /** What went back at the provider, and what of it the books know. */
  gone: number;
  noted: number;
}

/** The wallet and its ledger again, in one thread and without a database. */
export class Model {
  balance = 0;
  last = 0;
  amount = 25_000;
  continual = false;
  /** Continual top-up found this month's ceiling reached and rests. */
  resting = false;
  takenByItself = 0;
  receivable = 0;
  cost = 0;
  readonly paid: Paid[] = [];
  lastLeads: Lead[] = [];

  /** Cents by which the wallet tops itself up now; 0 when it does not. */
  due(): number {
    if (!this.continual || this.resting || this.balance * 10 >= this.last) return 0;
    let times = 1;
    while ((this.balance + times * this.amount) * 10 < this.last) times += 1;
    while (times > 0 && this.takenByItself + times * this.amount > 4 * this.amount) times -= 1;
    this.resting = times === 0;
    return times * this.amount;
  }
  credit(payment: Paid): void {
    payment.credited = true;
    this.balance += payment.cents;
    this.last = this.balance;
    this.resting = false;
  }
  charge(leads: readonly Lead[]): boolean {
    const cost = leads.reduce((sum, lead) => sum + lead.wholesale, 0);
    if (cost > 0 && cost > this.balance) return false;
    this.balance -= cost;
    this.cost += cost;
    this.receivable += leads.reduce((sum, lead) => sum + lead.retail, 0);
    return true;
  }
  /** The books learn all that the provider knows of a payment. */
  learn(payment: Paid): void {
    if (payment.taken && !payment.credited) {
      this.credit(payment);
      this.amount = payment.cents; // only a person's top-up is learned of late
    }
    const more = payment.gone - payment.noted;
    if (more === 0) return;
    payment.noted += more;
    this.balance -= more;
    this.continual = false;
  }
}

export interface Lead {
  leadId: string;
  retail: number;
  wholesale: number;
  client: number;
}
