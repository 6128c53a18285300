/** Fields of every campaign that a back-test can try, in the order of their form: limits, price and who is wanted, and then where from. */
export const TRIED_FIELDS = {
  rules: [
    'LimitLead',
    'LimitLeadFreq',
    'CostMaxLead',
    'CostSet',
    'reidentificationtype',
    'applyreidentificationall',
    'requireemailaddress',
    'phoneenabled',
    'homeaddressenabled',
    'nationaltargeting',
  ],
  places: ['locatorstate', 'locatorcity', 'locatorzip'],
} as const;
