"""What runs say of the constraints of a campaign: counted, judged, told, and checked by the gate."""
